import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nameRelease, requireNextVersion } from './changelog.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const release = { version: '1.2.3', day: '2030-01-02', stale: [] };

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

  test('names evidence that is older than the code, and from 1.0.0 on is refused because of it', () => {
    const changelog = '# Changelog\n\n## Unreleased\n\n- New.\n';
    const stale = ['campaign', 'gas'];
    expect(nameRelease(changelog, { ...release, version: '0.3.0', stale })).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.3.0 (2030-01-02)\n\n' +
        'Measured on older code, and not again for this version: campaign, gas.\n\n- New.\n',
    );
    expect(() => nameRelease(changelog, { ...release, stale })).toThrow('Run npm run evidence first: campaign, gas');
  });

  test("can be made from this repository's changelog", () => {
    expect(read('CHANGELOG.md')).toContain('\n## Unreleased\n');
  });
});

describe('a version', () => {
  const released = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.2.3 (2030-01-02)\n\n- Old.\n';
  const current = '1.2.3';

  test.each(['1.2.4', '1.3.0', '2.0.0'])('%s follows 1.2.3', (version) => {
    expect(() => requireNextVersion(version, { changelog: released, current })).not.toThrow();
  });

  test.each([
    ...['1.2.3', '1.2.2', '1.2.5', '1.3.1', '1.4.0', '2.0.1', '2.1.0', '3.0.0', '5.0.0'],
    ...['v2.0.0', '1.3', '2.0.0-beta', '01.3.0', ''],
  ])('%j does not follow 1.2.3', (version) => {
    const message = `The version cannot be "${version}". Next after 1.2.3 comes 1.2.4, 1.3.0 or 2.0.0.`;
    expect(() => requireNextVersion(version, { changelog: released, current })).toThrow(message);
  });

  test('that is unreleased is the only valid next version', () => {
    const changelog = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.2.2 (2030-01-02)\n\n- Old.\n';
    expect(() => requireNextVersion('1.2.3', { changelog, current })).not.toThrow();
    for (const version of ['1.2.4', '1.3.0', '2.0.0']) {
      expect(() => requireNextVersion(version, { changelog, current })).toThrow(
        `The version cannot be "${version}". 1.2.3 is not released yet.`,
      );
    }
  });

  test('is the same in both packages', () => {
    const [root, client] = ['package.json', 'client/package.json'].map((path) => JSON.parse(read(path)).version);
    expect(client).toBe(root);
  });
});
