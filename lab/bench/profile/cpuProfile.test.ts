import { expect, test } from 'vitest';
import { sumByPart } from './cpuProfile.ts';

test('counts the time of a native function for its caller, and no idle time', () => {
  const node = (id: number, functionName: string, url: string) => ({ id, callFrame: { functionName, url } });
  const profile = {
    nodes: [
      { ...node(1, '(root)', ''), children: [2, 5] },
      { ...node(2, 'answer', 'file:///x/service/http/server.ts'), children: [3, 4] },
      node(3, 'toString', ''),
      node(4, 'send', 'file:///x/node_modules/@fastify/send/index.js'),
      node(5, '(idle)', ''),
    ],
    samples: [2, 3, 4, 5, 3],
    timeDeltas: [1, 10, 100, 1000, 10_000],
  };
  expect(sumByPart(profile)).toEqual(
    new Map([
      ['service/http', 10_011],
      ['Fastify', 100],
    ]),
  );
});
