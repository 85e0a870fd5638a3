/** A QR code as one path: each dark run of a row is a bar. */
import { encode } from "uqr";

export function qr(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { border: 0 });
  let path = "";
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      let n = 0;
      while (row[x + n]) n++;
      if (n) path += `M${x} ${y}h${n}v1h-${n}z`;
      x += n;
    }
  });
  return { path, size };
}
