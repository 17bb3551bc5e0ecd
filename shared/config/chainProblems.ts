import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';

type Chain = {
  readonly name: string;
  readonly id: number;
  readonly depositContract: string;
  readonly vault: string;
  readonly retiredVaults: readonly string[];
  readonly nativeCurrency: { readonly decimals: number };
  readonly tokens: readonly { readonly name: string; readonly address: string; readonly decimals: number }[];
  readonly nameResolver?: string | undefined;
};

type Entry = { readonly path: string; readonly value: string | number };

/** Each entry whose value an earlier entry already has. */
function findRepeated(entries: readonly Entry[], advice: string): readonly string[] {
  const firsts = new Map<string | number, string>();
  return entries.flatMap(({ path, value }) => {
    const first = firsts.get(value);
    if (first === undefined) firsts.set(value, path);
    return first === undefined ? [] : [`${path}: ${value} is given twice, first in ${first}. ${advice}`];
  });
}

function findAddressProblems(chain: Chain, path: string): readonly string[] {
  const advice = `Enter the address from the deployment on ${chain.name}.`;
  const addresses = [
    { path: `${path}.depositContract`, value: chain.depositContract },
    { path: `${path}.vault`, value: chain.vault },
    ...chain.retiredVaults.map((value, index) => ({ path: `${path}.retiredVaults.${index}`, value })),
  ];
  const wrong = addresses.flatMap((entry) => {
    if (entry.value === NATIVE_TOKEN_ADDRESS) return [`${entry.path}: must not be the zero address. ${advice}`];
    const token = chain.tokens.find(({ address }) => address === entry.value);
    return token ? [`${entry.path}: ${entry.value} is the token ${token.name}. ${advice}`] : [];
  });
  return [...findRepeated(addresses, 'Each contract has its own address.'), ...wrong];
}

function findTokenProblems({ tokens, nativeCurrency }: Chain, path: string): readonly string[] {
  const entries = (key: 'name' | 'address') =>
    tokens.map((token, index) => ({ path: `${path}.tokens.${index}.${key}`, value: token[key] }));
  const native = tokens.flatMap(({ address, decimals }, index) =>
    address === NATIVE_TOKEN_ADDRESS && decimals !== nativeCurrency.decimals
      ? [
          `${path}.tokens.${index}.decimals: ${decimals} differs from ${path}.nativeCurrency.decimals, ${nativeCurrency.decimals}. Enter the chain’s decimals in both.`,
        ]
      : [],
  );
  const twice = [entries('name'), entries('address')];
  return [...twice.flatMap((list) => findRepeated(list, 'Remove one of the two entries, or correct it.')), ...native];
}

/** Two name services could give one name two addresses. */
function findNameProblems(chains: readonly Chain[]): readonly string[] {
  const [first, ...others] = chains.flatMap(({ nameResolver }, index) =>
    nameResolver === undefined ? [] : [`chains.${index}.nameResolver`],
  );
  return others.map((path) => `${path}: ${first} already resolves the names. Remove one of the two.`);
}

/**
 * Finds chains, addresses and tokens that are valid individually but contradict each other. Otherwise the form would
 * offer no routes.
 */
export function findChainProblems(chains: readonly Chain[]): readonly string[] {
  const entries = (key: 'id' | 'name') =>
    chains.map((chain, index) => ({ path: `chains.${index}.${key}`, value: chain[key] }));
  return [
    ...findRepeated(entries('id'), 'Enter the chain id of each chain once.'),
    ...findRepeated(entries('name'), 'Give each chain a different name.'),
    ...findNameProblems(chains),
    ...chains.flatMap((chain, index) => [
      ...findAddressProblems(chain, `chains.${index}`),
      ...findTokenProblems(chain, `chains.${index}`),
    ]),
  ];
}
