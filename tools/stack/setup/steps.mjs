const DRAW_MS = 100;
const HEARTBEAT_MS = 10_000;

/**
 * @typedef {{
 *   run: <T>(title: string, work: () => T | Promise<T>) => Promise<T>,
 *   say: (line: string) => void,
 * }} Steps
 */

/**
 * Shows the progress of long steps: a running clock on a terminal, plain lines elsewhere.
 * @param {{ isTTY?: boolean, write: (text: string) => unknown }} out
 * @returns {Steps}
 */
export function createSteps(out = process.stdout) {
  const say = (line) => void out.write(`${line}\n`);
  const run = async (title, work) => {
    const started = Date.now();
    const elapsed = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
    const draw = () => out.write(`\r  - ${title}  ${elapsed()}`);
    if (!out.isTTY) say(`  - ${title}`);
    const timer = out.isTTY
      ? setInterval(draw, DRAW_MS)
      : setInterval(() => say(`    still running after ${elapsed()}`), HEARTBEAT_MS);
    try {
      const result = await work();
      say(out.isTTY ? `\r  ✓ ${title}  ${elapsed()}` : `    done in ${elapsed()}`);
      return result;
    } catch (error) {
      say(out.isTTY ? `\r  ✗ ${title}  ${elapsed()}` : `    failed after ${elapsed()}`);
      throw error;
    } finally {
      clearInterval(timer);
    }
  };
  return { run, say };
}
