// Bundles the service's programs and the local stack into the folder given as argument. It is a separate process because Vite changes NODE_ENV.
import { bundleInto } from '../../lab/service/bundle.ts';
import { SOURCES } from '../../lab/service/programs.ts';

const [outDir] = process.argv.slice(2);
if (outDir === undefined) throw new Error('the folder of the bundle is missing');
await bundleInto(outDir, { ...SOURCES, stack: 'tools/stack/main.ts' });
