import { describe, expect, it } from 'vitest';
import { BELOW, createChunkList } from './chunkList.ts';

describe('the chunk list', () => {
  it("names only a chunk's own file in the entry chunk, and the others in the list", () => {
    const chunks = createChunkList();
    chunks.enter('index.js');
    expect(chunks.filesOf('page.js', ['page.js', 'table.js', 'row.js'], 'index.js')).toEqual(['page.js', BELOW]);
    expect(chunks.filesOf('desk.js', ['desk.js', 'row.js'], 'index.js')).toEqual(['desk.js', BELOW]);
    const { files, below } = chunks.list();
    const namesOf = (chunk: string) => below[chunk]?.map((index) => files[index]);
    expect([namesOf('page.js'), namesOf('desk.js')]).toEqual([['table.js', 'row.js'], ['row.js']]);
    expect(files).toHaveLength(2);
  });

  it('does not change a chunk without other files, so that the first texts need not wait for the list', () => {
    const chunks = createChunkList();
    chunks.enter('index.js');
    expect(chunks.filesOf('en.js', [], 'index.js')).toEqual(['en.js']);
    expect(chunks.filesOf('en.js', ['en.js'], 'index.js')).toEqual(['en.js']);
  });

  it('does not change the imports of later chunks', () => {
    const chunks = createChunkList();
    chunks.enter('index.js');
    expect(chunks.filesOf('row.js', ['cell.js'], 'page.js')).toEqual(['row.js', 'cell.js']);
    expect(chunks.list()).toEqual({ files: [], below: {} });
  });
});
