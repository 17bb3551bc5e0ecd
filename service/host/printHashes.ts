// Prints the sources that a Content-Security-Policy needs for the scripts and styles inside the built page.
import { createInlineHashes } from './securityHeaders.ts';

const [webDir = 'dist'] = process.argv.slice(2);
const { scripts, styles } = createInlineHashes(webDir)();
console.log(`script-src 'self' ${scripts.join(' ')}`);
console.log(`style-src 'self' ${styles.join(' ')}`);
