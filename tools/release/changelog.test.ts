import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nameRelease, requireNextVersion } from './changelog.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const release = { version: '1.2.3', day: '2030-01-02' };

describe('the changelog of a release', () => {
  test('moves the unreleased changes below their version, above older releases', () => {
    const changelog = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.2.2 (2029-01-01)\n\n- Old.\n';
    expect(nameRelease(changelog, release)).toBe(
      '# Changelog\n\n## Unreleased\n\n## 1.2.3 (2030-01-02)\n\n- New.\n\n## 1.2.2 (2029-01-01)\n\n- Old.\n',
    );
  });

  test('is refused without changes', () => {
    expect(() => nameRelease('# Changelog\n\n## Unreleased\n\n## 1.2.2 (2029-01-01)\n\n- Old.\n', release)).toThrow(
      'no changes',
    );
  });

  test('can be made of the one in this repository', () => {
    expect(read('CHANGELOG.md')).toContain('\n## Unreleased\n');
  });
});

describe('a version', () => {
  test.each(['0.1.1', '0.2.0', '1.0.0', '0.10.0'])('%s follows 0.1.0', (version) => {
    expect(() => requireNextVersion(version, '0.1.0')).not.toThrow();
  });

  test.each(['0.1.0', '0.0.9', 'v1.0.0', '1.0', '1.0.0-beta', ''])('%j does not follow 0.1.0', (version) => {
    expect(() => requireNextVersion(version, '0.1.0')).toThrow(Error);
  });

  test('is the same in both packages', () => {
    const [root, client] = ['package.json', 'client/package.json'].map((path) => JSON.parse(read(path)).version);
    expect(client).toBe(root);
  });
});
