/** A folder of the production build: what one account on one machine needs to run its programs with plain Node.js. */
export type Role = {
  /** Each program's main file, relative to the repository. */
  readonly programs: Readonly<Record<string, string>>;
  /** Files that the programs read from their own folder, by their name there. */
  readonly files: Readonly<Record<string, string>>;
  /** The folders of packages contained in these files or the contracts, for `THIRD-PARTY.txt`. */
  readonly packages: readonly string[];
  /** Files with the licences of third-party code inside those packages. */
  readonly notices: readonly string[];
  /** Whether a program applies the database schema or compares against it. */
  readonly hasSchema: boolean;
};

const VIEWER = 'node_modules/@fastify/swagger-ui/static';

const PLAIN = { files: {}, packages: [], notices: [], hasSchema: false };

export const RELEASE_ROLES = {
  service: {
    programs: { service: 'service/main.ts' },
    files: {
      'viewer/swagger-ui-bundle.js': `${VIEWER}/swagger-ui-bundle.js`,
      'viewer/swagger-ui.css': `${VIEWER}/swagger-ui.css`,
    },
    packages: ['node_modules/@fastify/swagger-ui'],
    notices: ['tools/stack/release/swagger-ui-5.32.6.txt'],
    hasSchema: true,
  },
  signer: { ...PLAIN, programs: { signer: 'service/signer/process/main.ts' } },
  operator: {
    programs: { operator: 'service/operator/commands/main.ts', migrate: 'service/db/main.ts' },
    files: { 'create.sql': 'service/db/create.sql' },
    packages: ['node_modules/@openzeppelin/contracts'],
    notices: [],
    hasSchema: true,
  },
  web: { ...PLAIN, programs: { host: 'service/host/main.ts', printHashes: 'service/host/printHashes.ts' } },
} as const satisfies Readonly<Record<string, Role>>;

export type RoleName = keyof typeof RELEASE_ROLES;
