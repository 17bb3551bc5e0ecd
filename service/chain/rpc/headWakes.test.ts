import { numberToHex } from 'viem';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHeadWakes } from './headSubscription.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const hashOf = (number: number) => numberToHex(number, { size: 32 });

function create() {
  const wake = vi.fn();
  return { wake, wakes: createHeadWakes(wake) };
}

test('a block is asked for again until the chain has it', () => {
  const { wake, wakes } = create();
  wakes.announce(hashOf(1));
  expect(wake).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(250);
  expect(wake).toHaveBeenCalledTimes(2);
  wakes.noteFound(hashOf(1));
  vi.advanceTimersByTime(60_000);
  expect(wake).toHaveBeenCalledTimes(2);
});

test('a block that no provider has is asked for four times in all', () => {
  const { wake, wakes } = create();
  wakes.announce(hashOf(1));
  wakes.noteFound(hashOf(2));
  vi.advanceTimersByTime(60_000);
  expect(wake).toHaveBeenCalledTimes(4);
});

test('a block that was already announced or found is not asked for', () => {
  const { wake, wakes } = create();
  wakes.noteFound(hashOf(1));
  wakes.announce(hashOf(1));
  expect(wake).not.toHaveBeenCalled();
  wakes.announce(hashOf(2));
  wakes.noteFound(hashOf(2));
  wakes.noteFound(hashOf(3));
  wakes.announce(hashOf(2));
  expect(wake).toHaveBeenCalledTimes(1);
});

test('an endpoint that invents blocks causes one read a second', () => {
  const { wake, wakes } = create();
  for (let number = 0; number < 100; number += 1) wakes.announce(hashOf(number));
  expect(wake).toHaveBeenCalledTimes(8);
  for (let number = 100; number < 2100; number += 1) {
    vi.advanceTimersByTime(5);
    wakes.announce(hashOf(number));
  }
  expect(wake).toHaveBeenCalledTimes(18);
});

test('each real block of the chain allows one more read', () => {
  const { wake, wakes } = create();
  for (let number = 0; number < 100; number += 1) {
    wakes.announce(hashOf(number));
    wakes.noteFound(hashOf(number));
  }
  expect(wake).toHaveBeenCalledTimes(100);
});

test('it wakes no more after it was stopped', () => {
  const { wake, wakes } = create();
  wakes.announce(hashOf(1));
  wakes.stop();
  vi.advanceTimersByTime(60_000);
  expect(wake).toHaveBeenCalledTimes(1);
});
