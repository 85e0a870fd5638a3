/** Files that the build hands out: an import is the file's address. */
declare module "*.css" {
  const address: string;
  export default address;
}
declare module "*.svg" {
  const address: string;
  export default address;
}
