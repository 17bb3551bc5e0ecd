import { compileContracts } from './artifacts.ts';

const artifacts = await compileContracts();
for (const [name, { bytecode }] of Object.entries(artifacts)) console.log(`${name} ${bytecode.length / 2 - 1} bytes`);
