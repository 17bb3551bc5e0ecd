import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Copies the logos of chains and well-known tokens from @web3icons/core, which has 18,000 files in 83 MB, into
// public/logos. Usage: npm install --prefix /tmp/icons @web3icons/core@4.0.56 && node tools/copyLogos.mjs /tmp/icons

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const LOWEST_RANK = 250;
const MAX_BYTES = 9000;
// Bridges also offer these, whatever their rank.
const ALSO =
  'acx axl bnb celo crv crvusd dola eurc eurs frax gho grt hop imx inj lusd mim pepe pol pyusd reth stg susd tbtc uni usde velo wbtc';
const LICENSE = `The files of this folder are from @web3icons/core 4.0.56 (https://github.com/0xa3k5/web3icons), under the MIT License:

MIT License

Copyright (c) 0xa3k5

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

The licence covers the drawings. The marks belong to their owners.
`;

const [source] = process.argv.slice(2);
if (!source) throw new Error('Give the folder in which @web3icons/core is installed.');
const packages = join(resolve(source), 'node_modules/@web3icons');
const load = (path) => import(pathToFileURL(join(packages, path)).href);

/** The SVG of an icon on one line, or null if there is none or it is too large for a list. */
function readSvg(kind, name) {
  try {
    const code = readFileSync(join(packages, `core/dist/svgs/${kind}/background/${name}.svg.js`), 'utf8');
    const svg = /'(<svg.*<\/svg>)/s
      .exec(code)?.[1]
      ?.replace(/(?:\\n)?\s*(?=<)/g, '')
      .replaceAll('\\n', '');
    return svg && svg.length <= MAX_BYTES && !svg.includes('<image') ? svg : null;
  } catch {
    return null;
  }
}

function copy(kind, icons) {
  const folder = join(ROOT, 'public/logos', kind);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const copied = icons.flatMap(({ key, svg }) => {
    if (svg) writeFileSync(join(folder, `${key}.svg`), `${svg}\n`);
    return svg ? [key] : [];
  });
  return [...new Set(copied)].sort();
}

/** Whether the token is well known, and has a contract on an EVM chain or pays for gas on one. */
function isBridged({ id, symbol, marketCapRank, addresses = {} }) {
  if (!/^\w+$/.test(symbol)) return false;
  const isOnEvm =
    natives.has(id) ||
    natives.has(symbol) ||
    Object.values(addresses).some((address) => /^0x[0-9a-f]{40}$/i.test(address));
  return (
    ALSO.split(' ').includes(symbol.toLowerCase()) || (isOnEvm && marketCapRank > 0 && marketCapRank <= LOWEST_RANK)
  );
}

const { networks } = await load('common/dist/metadata/networks.js');
const { tokens } = await load('common/dist/metadata/tokens.js');
const natives = new Set(
  networks.filter(({ caip2id }) => caip2id?.startsWith('eip155:')).map(({ nativeCoinId }) => nativeCoinId),
);
const chains = copy(
  'chain',
  networks
    .filter(({ caip2id }) => caip2id?.startsWith('eip155:'))
    .map(({ chainId, filePath }) => ({ key: `${chainId}`, svg: readSvg('networks', filePath.split(':')[1]) })),
);
const tickers = copy(
  'token',
  tokens
    .filter(isBridged)
    .map(({ symbol, filePath }) => ({ key: symbol.toLowerCase(), svg: readSvg('tokens', filePath.split(':')[1]) })),
);
writeFileSync(join(ROOT, 'public/logos/LICENSE.txt'), LICENSE);
writeFileSync(
  join(ROOT, 'src/ui/logos/logoNames.ts'),
  `// Written by tools/copyLogos.mjs: the files of public/logos.

/** EIP-155 chain ids. */
export const CHAIN_LOGOS =
  '${chains.join(' ')}';

/** Tickers in lower case. */
export const TOKEN_LOGOS =
  '${tickers.join(' ')}';
`,
);
console.log(`${chains.length} chains and ${tickers.length} tokens copied.`);
