/** Five short tones, made on the spot by the browser: wood, quiet. Off until
 *  switched on; a browser that makes no sound loses nothing else. */
import type { Sound } from "./game";
import { sound } from "./settings";

/** Each tone: beginning and length in seconds, pitch from and to in hertz, loudness. */
type Tone = readonly [at: number, length: number, from: number, to: number, loud: number];

const tones: Readonly<Record<Sound, readonly Tone[]>> = {
  move: [[0, 0.06, 190, 120, 0.5]],
  hit: [[0, 0.06, 190, 120, 0.5], [0.07, 0.08, 285, 180, 0.5]],
  dice: [0, 0.05, 0.11, 0.19, 0.3].map((at): Tone => [at, 0.03, 420, 300, 0.25]),
  turn: [[0, 0.14, 392, 392, 0.3], [0.12, 0.22, 494, 494, 0.3]],
  end: [[0, 0.16, 392, 392, 0.3], [0.15, 0.16, 494, 494, 0.3], [0.3, 0.4, 587, 587, 0.3]],
};

let context: AudioContext | null = null;

export function play(name: Sound): void {
  if (sound.value !== "on") return;
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    for (const [at, length, from, to, loud] of tones[name]) {
      const source = context.createOscillator();
      const volume = context.createGain();
      source.type = "triangle";
      source.frequency.setValueAtTime(from, now + at);
      source.frequency.exponentialRampToValueAtTime(to, now + at + length);
      volume.gain.setValueAtTime(loud * 0.4, now + at);
      volume.gain.exponentialRampToValueAtTime(0.001, now + at + length);
      source.connect(volume).connect(context.destination);
      source.start(now + at);
      source.stop(now + at + length);
    }
  } catch {
    // No sound, no harm.
  }
}
