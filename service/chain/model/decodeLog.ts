import type { AbiEvent, DecodeEventLogReturnType, Hex } from 'viem';
import { concat, decodeAbiParameters } from 'viem';

type EncodedLog = { readonly topics: readonly Hex[]; readonly data: Hex };

/**
 * Decodes a log whose event has named parameters, and whose indexed parameters take one word. The caller has compared
 * the first topic with the event's selector. This is faster than viem's `decodeEventLog`, which spends most of its time
 * hashing the signature for each log.
 * @throws a viem error if the log lacks the event's parameters
 */
export function decodeLog<const Event extends AbiEvent>(
  { inputs }: Event,
  { topics, data }: EncodedLog,
): DecodeEventLogReturnType<readonly [Event]>['args'] {
  const indexed = inputs.filter((input) => input.indexed);
  const others = inputs.filter((input) => !input.indexed);
  const values = [
    ...decodeAbiParameters(indexed, concat(topics.slice(1))),
    ...(others.length > 0 ? decodeAbiParameters(others, data) : []),
  ];
  const args = Object.fromEntries([...indexed, ...others].map(({ name }, index) => [name, values[index]]));
  return args as DecodeEventLogReturnType<readonly [Event]>['args'];
}
