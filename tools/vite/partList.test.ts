import { describe, expect, it } from 'vitest';
import { BELOW, createPartList } from './partList.ts';

describe('the list of parts', () => {
  it('names in the entry chunk only the file of a part, and the others in the list', () => {
    const parts = createPartList();
    parts.enter('index.js');
    expect(parts.filesOf('page.js', ['page.js', 'table.js', 'row.js'], 'index.js')).toEqual(['page.js', BELOW]);
    expect(parts.filesOf('desk.js', ['desk.js', 'row.js'], 'index.js')).toEqual(['desk.js', BELOW]);
    const { files, below } = parts.list();
    const namesOf = (part: string) => below[part]?.map((place) => files[place]);
    expect([namesOf('page.js'), namesOf('desk.js')]).toEqual([['table.js', 'row.js'], ['row.js']]);
    expect(files).toHaveLength(2);
  });

  it('leaves a part without other files alone, so that the first texts wait for no list', () => {
    const parts = createPartList();
    parts.enter('index.js');
    expect(parts.filesOf('en.js', [], 'index.js')).toEqual(['en.js']);
    expect(parts.filesOf('en.js', ['en.js'], 'index.js')).toEqual(['en.js']);
  });

  it('leaves the imports of later chunks as they are', () => {
    const parts = createPartList();
    parts.enter('index.js');
    expect(parts.filesOf('row.js', ['cell.js'], 'page.js')).toEqual(['row.js', 'cell.js']);
    expect(parts.list()).toEqual({ files: [], below: {} });
  });
});
