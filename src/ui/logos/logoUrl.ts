// Written by tools/copyLogos.mjs: the files of public/logos.

/** EIP-155 chain ids. */
export const CHAIN_LOGOS =
  '1 10 100 1001 10143 1024 1030 106 108 1088 1101 111 11124 11155111 11155420 1135 117 119 122 1231 12324 1234 1284 1285 1287 129399 130 1313161554 1329 13371 137 1380012617 13863860 14 143 146 148 1480 15 1559 1625 1660990954 1666600000 167000 167009 168587773 17000 1729 177 17777 180 185 1868 18880 1890 19 1923 196 1992 20 2000 2001 2002 2020 2026 2040 21000000 2221 227 2355 2370 24 2442 245022934 246 248 25 250 252 2526 25363 255 2662 2741 288 28882 29 291 295 30 300 314 314159 31911 324 32769 33139 3338 336 338 3441006 34443 361 3637 369 37111 388 40 4002 4061 41 4114 42 42161 421614 42170 42220 42793 43113 43114 4337 43419 44 44787 46 46630 4689 47763 47805 480 48900 490000 5 50 5000 5003 5042002 5165 52 534351 534352 543210 55 56 57 570 57073 58 59141 59144 592 59902 6001 60808 61 61166 62050 63 6342 66 660279 6714 686 6900 7000 7001 721 743111 7777777 787 8 80002 80094 81 81224 81457 82 8217 8453 84532 88 8822 8866 88888 919 957 96 97 9745 988 98866 9889 994873017 999 9999999';

/** Tickers in lower case. */
export const TOKEN_LOGOS =
  '1inch aave acx agix aioz alex ant arb atom audio avax axl axs bat beam blur bnb cake cbeth cdt celo cfx chr chz comp cro crv dai dao degen dexe dola elf enj ens eos etc eth ethx eurc eurs fdusd fet fil flr frax ftm fxs gal gala gho glm glmr gmx gno grt gt hbar hop hot id ilv imx jasmy kava ldo leo link lpt lrc lusd mana mask matic meme metis mim mkr mnt mx neo nexo ocean om one op osmo paal paxg pendle pixel pol prime pyth pyusd qnt rbn rndr rose rpl rsr rss3 sand sei sfp sfrxeth shib skl snx ssv stg strk susd sushi sweth t tbtc theta tkx trac tusd twt uni usdc usdd usde usdt velo waves waxp wbt wbtc wcfg wemix xaut xdc xtz ygg zil';

/** A path on the app's own origin, or a name in public/logos: an EIP-155 chain id, or a ticker. Null: no logo. */
export type LogoSource = string | number | null;

const KNOWN = { chain: new Set(CHAIN_LOGOS.split(' ')), token: new Set(TOKEN_LOGOS.split(' ')) };

/** The logo's URL on the app's own origin; null if there is none. */
export function logoUrl(shape: 'chain' | 'token', source: LogoSource): string | null {
  if (source === null) return null;
  const name = `${source}`.toLowerCase();
  if (name.startsWith('/')) return `${source}`;
  return KNOWN[shape].has(name) ? `/logos/${shape}/${name}.svg` : null;
}
