// Prints shell commands that set the local stack's port variables to free ports.
import { PORTS, pickFreePorts } from './ports.mjs';

const ports = await pickFreePorts();
for (const [name, { variable }] of Object.entries(PORTS)) console.log(`export ${variable}=${ports[name]}`);
