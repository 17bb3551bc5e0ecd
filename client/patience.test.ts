import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPatience } from './patience.ts';

let turns: AbortController[];

beforeEach(() => {
  turns = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const turn = new AbortController();
    turns.push(turn);
    return turn.signal;
  });
});
afterEach(() => vi.restoreAllMocks());

const endTurn = () => turns.at(-1)?.abort();

describe("a request's patience", () => {
  it('ends after a turn without an answer', () => {
    const { signal } = createPatience();
    expect(signal.aborted).toBe(false);
    endTurn();
    expect(signal.aborted).toBe(true);
    expect(turns).toHaveLength(1);
  });

  it('continues while each turn brings enough', () => {
    const { signal, received, total } = createPatience();
    for (let turn = 0; turn < 3; turn += 1) {
      received(400_000);
      received(600_000);
      endTurn();
    }
    expect([signal.aborted, total()]).toEqual([false, 3_000_000]);
  });

  it('ends when a turn brings too little, however much came before', () => {
    const { signal, received } = createPatience();
    received(5_000_000);
    endTurn();
    received(999_999);
    endTurn();
    expect(signal.aborted).toBe(true);
  });
});
