// For shells: prints assignments of free ports to the variables of the local stack.
import { PORTS, pickFreePorts } from './ports.mjs';

const ports = await pickFreePorts();
for (const [name, { variable }] of Object.entries(PORTS)) console.log(`export ${variable}=${ports[name]}`);
