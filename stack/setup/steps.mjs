const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const HEARTBEAT_MS = 10_000;
const TITLE_WIDTH = 44;

/**
 * @typedef {(detail: string) => void} Note replaces the detail shown beside a running step
 * @typedef {{
 *   run: <T>(title: string, work: (note: Note) => T | Promise<T>) => Promise<T>,
 *   say: (line: string) => void,
 * }} Steps
 */

/**
 * Shows the progress of long steps: an animated line on a terminal, plain lines elsewhere.
 * @param {{ isTTY?: boolean, columns?: number, write: (text: string) => unknown }} out
 * @returns {Steps}
 */
export function createSteps(out = process.stdout) {
  return {
    run: out.isTTY ? (title, work) => runOnTerminal(out, title, work) : (title, work) => runInLog(out, title, work),
    say: (line) => void out.write(`${line}\n`),
  };
}

async function runOnTerminal(out, title, work) {
  const started = Date.now();
  let detail = '';
  let frame = 0;
  const draw = () => {
    frame = (frame + 1) % FRAMES.length;
    const line = `  ${FRAMES[frame]} ${title.padEnd(TITLE_WIDTH)} ${elapsed(started).padStart(7)}  ${detail}`;
    out.write(`\r\x1b[2K${line.slice(0, (out.columns ?? 80) - 1)}`);
  };
  const timer = setInterval(draw, FRAME_MS);
  const finish = (mark) => {
    clearInterval(timer);
    out.write(`\r\x1b[2K  ${mark} ${title.padEnd(TITLE_WIDTH)} ${elapsed(started).padStart(7)}\n`);
  };
  draw();
  try {
    const result = await work((text) => {
      detail = text;
    });
    finish('✓');
    return result;
  } catch (error) {
    finish('✗');
    throw error;
  }
}

async function runInLog(out, title, work) {
  const started = Date.now();
  let detail = '';
  out.write(`  - ${title}\n`);
  const timer = setInterval(() => {
    out.write(`    still running after ${elapsed(started)}${detail === '' ? '' : `: ${detail}`}\n`);
  }, HEARTBEAT_MS);
  try {
    const result = await work((text) => {
      detail = text;
    });
    out.write(`    done in ${elapsed(started)}\n`);
    return result;
  } catch (error) {
    out.write(`    failed after ${elapsed(started)}\n`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

function elapsed(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}
