// Preloaded into a process: shifts its clock by the milliseconds in a file. Without the file the clock is right.
import { readFileSync } from 'node:fs';

const file = process.env.LAB_CLOCK_FILE ?? '';
const RealDate = Date;
const REREAD_MS = 50;
let offsetMs = 0;
let readMs = 0;

function readOffset() {
  const now = RealDate.now();
  if (now - readMs > REREAD_MS) {
    readMs = now;
    try {
      offsetMs = Number(readFileSync(file, 'utf8'));
    } catch {
      offsetMs = 0;
    }
  }
  return offsetMs;
}

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + readOffset());
    else super(...parts);
  }

  static now() {
    return RealDate.now() + readOffset();
  }
};
