import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUrlMirror } from './useBridgeForm.ts';

describe('createUrlMirror', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('writes the first URL at once and the last one of a burst later', () => {
    const written: string[] = [];
    const mirror = createUrlMirror((url) => written.push(url));
    for (const url of ['/a', '/b', '/c']) mirror.show(url);
    expect(written).toEqual(['/a']);
    vi.runAllTimers();
    expect(written).toEqual(['/a', '/c']);
  });

  it("stays below 100 writes in 30 s, Safari's limit", () => {
    let writes = 0;
    const mirror = createUrlMirror(() => writes++);
    for (let stroke = 0; stroke < 600; stroke++) {
      mirror.show(`/${stroke}`);
      vi.advanceTimersByTime(50);
    }
    expect(writes).toBeLessThan(100);
  });

  it('survives a browser that refuses a write, and retries with the next URL', () => {
    const write = vi.fn().mockImplementationOnce(() => {
      throw new DOMException('too many calls', 'SecurityError');
    });
    const mirror = createUrlMirror(write);
    mirror.show('/a');
    vi.runAllTimers();
    mirror.show('/b');
    expect(write).toHaveBeenLastCalledWith('/b');
  });

  it('writes nothing after it was stopped', () => {
    const written: string[] = [];
    const mirror = createUrlMirror((url) => written.push(url));
    mirror.show('/a');
    mirror.show('/b');
    mirror.stop();
    vi.runAllTimers();
    expect(written).toEqual(['/a']);
  });
});
