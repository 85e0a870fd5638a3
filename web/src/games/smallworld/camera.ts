/** Which part of a map is shown: a zoom and a middle. Pure functions, and a hook
 *  that turns wheel, drag and pinch into them. A press that moved is no pick. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Point } from "./geometry";

export interface Camera {
  /** 1: the whole map. */
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const FRAME = 14;
const CLOSEST = 6;
const DRAG_PX = 5;

export const whole = ({ width, height }: Size): Camera => ({ zoom: 1, x: width / 2, y: height / 2 });

/** The part stays on the map. */
export function kept(camera: Camera, { width, height }: Size): Camera {
  const zoom = Math.min(CLOSEST, Math.max(1, camera.zoom));
  const side = (at: number, length: number) => {
    const half = (length + 2 * FRAME) / zoom / 2;
    return Math.min(length + FRAME - half, Math.max(half - FRAME, at));
  };
  return zoom === 1 ? whole({ width, height }) : { zoom, x: side(camera.x, width), y: side(camera.y, height) };
}

/** Closer or farther, with a point staying where it is. */
export function zoomed(camera: Camera, by: number, [x, y]: Point, size: Size): Camera {
  const zoom = Math.min(CLOSEST, Math.max(1, camera.zoom * by));
  const share = camera.zoom / zoom;
  return kept({ zoom, x: x + (camera.x - x) * share, y: y + (camera.y - y) * share }, size);
}

export function viewBox(camera: Camera, size: Size): string {
  const { zoom, x, y } = kept(camera, size); // the map's own outlines may have come meanwhile
  const { width, height } = size;
  const [w, h] = [(width + 2 * FRAME) / zoom, (height + 2 * FRAME) / zoom];
  return [x - w / 2, y - h / 2, w, h].map((n) => Math.round(n * 10) / 10).join(" ");
}

/** Does it show a point, not at its very edge? */
export function shows({ zoom, x, y }: Camera, [px, py]: Point, { width, height }: Size): boolean {
  return Math.abs(px - x) < (width / zoom) * 0.45 && Math.abs(py - y) < (height / zoom) * 0.45;
}

interface Finger {
  x: number;
  y: number;
}

export function useCamera(size: Size) {
  const camera = useSignal<Camera>(whole(size));
  const box = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, Finger>());
  const moved = useRef(false);
  const last = useRef({ touch: false });

  const svg = () => box.current?.querySelector<SVGSVGElement>("svg.board") ?? null;

  function pointAt(x: number, y: number): Point {
    const matrix = svg()?.getScreenCTM()?.inverse();
    return matrix ? [matrix.a * x + matrix.e, matrix.d * y + matrix.f] : [camera.value.x, camera.value.y];
  }

  /** Units of the map for a pixel of the screen. */
  const unit = () => 1 / (svg()?.getScreenCTM()?.a || 1);

  function zoomBy(by: number, around?: Point): void {
    camera.value = zoomed(camera.value, by, around ?? [camera.value.x, camera.value.y], size);
  }

  function look(point: Point, zoom = camera.value.zoom): void {
    camera.value = kept({ zoom, x: point[0], y: point[1] }, size);
  }

  // Passive listeners could not keep the page from scrolling.
  useEffect(() => {
    const element = box.current;
    function onWheel(event: WheelEvent): void {
      if (!event.ctrlKey && !event.metaKey && camera.value.zoom === 1 && event.deltaY > 0) return; // the page scrolls on
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0022)), pointAt(event.clientX, event.clientY));
    }
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [size.width, size.height]);

  function onPointerDown(event: PointerEvent): void {
    last.current.touch = event.pointerType === "touch";
    if (event.button !== 0 || (event.target instanceof Element && !event.target.closest("svg.board"))) return;
    if (fingers.current.size === 0) moved.current = false;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  function onPointerMove(event: PointerEvent): void {
    const finger = fingers.current.get(event.pointerId);
    if (!finger) return;
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!moved.current && Math.hypot(dx, dy) < DRAG_PX) return;
    if (other) {
      const before = Math.hypot(finger.x - other.x, finger.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      if (before > 0) zoomBy(after / before, pointAt((event.clientX + other.x) / 2, (event.clientY + other.y) / 2));
    } else if (camera.value.zoom > 1) {
      const by = unit();
      camera.value = kept({ ...camera.value, x: camera.value.x - dx * by, y: camera.value.y - dy * by }, size);
    } else return;
    moved.current = true;
    [finger.x, finger.y] = [event.clientX, event.clientY];
  }

  function onPointerUp(event: PointerEvent): void {
    fingers.current.delete(event.pointerId);
  }

  return {
    camera,
    box,
    zoomBy,
    look,
    pointAt,
    unit,
    /** Was the latest press by a finger? */
    touched: () => last.current.touch,
    /** Did the press that ends with this click move the map? */
    wasDrag: () => moved.current,
    handlers: { onPointerDownCapture: onPointerDown, onPointerMoveCapture: onPointerMove, onPointerUpCapture: onPointerUp, onPointerCancelCapture: onPointerUp },
  };
}
