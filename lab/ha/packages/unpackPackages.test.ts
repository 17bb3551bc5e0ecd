import { expect, test } from 'vitest';
import { readPackageNames } from './unpackPackages.ts';

test('reads each package that apt would install once, without its version', () => {
  const simulation = [
    'Reading package lists...',
    '  patroni python3-etcd',
    'Inst python3-etcd (0.4.5-4 Debian:12.15/oldstable [all])',
    'Inst patroni (3.0.2-1 Debian:12.15/oldstable [all])',
    'Conf python3-etcd (0.4.5-4 Debian:12.15/oldstable [all])',
    'Conf patroni (3.0.2-1 Debian:12.15/oldstable [all])',
  ];
  expect(readPackageNames(simulation.join('\n'))).toEqual(['python3-etcd', 'patroni']);
});

test('reads no package where all are installed', () => {
  expect(readPackageNames('0 upgraded, 0 newly installed, 0 to remove and 121 not upgraded.')).toEqual([]);
});
