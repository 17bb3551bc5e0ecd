// Prints the ERC-7730 descriptor of an installation's deposit call. npx tsx tools/writeClearSigning.ts <the web app's
// config.json> [the bridge's address]
import { readFileSync } from 'node:fs';
import { parseConfig } from '#shared/config/runtimeConfig.ts';
import { createDescriptor } from './clearSigning/createDescriptor.ts';

const [file, url] = process.argv.slice(2);
if (file === undefined) {
  console.error("Give the web app's config.json.");
  process.exit(2);
}
const { brand, chains } = await parseConfig(JSON.parse(readFileSync(file, 'utf8')));
console.log(JSON.stringify(createDescriptor({ owner: brand.name, url, chains }), null, 2));
