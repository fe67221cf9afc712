import { describe, expect, it } from 'vitest'
import { readList } from './sources.ts'

describe('the list of a server', () => {
  it('names courses, and files that cannot be read', () => {
    expect(
      readList([
        { file: 'a.yaml', course: 'a', title: 'A', for: 'All.', lessons: 2 },
        { file: 'b.yml', problem: 'b.yml:1:1 “title” is missing.' },
      ]),
    ).toEqual([
      { file: 'a.yaml', course: 'a', title: 'A', audience: 'All.', lessons: 2 },
      { file: 'b.yml', problem: 'b.yml:1:1 “title” is missing.' },
    ])
  })

  it('of another form names nothing', () => {
    expect(readList({})).toEqual([])
    expect(readList('<!doctype html>')).toEqual([])
    expect(
      readList([null, 3, {}, { file: '../secret.yaml' }, { file: 'a.yaml', title: 7 }, { file: 'a.txt' }]),
    ).toEqual([])
  })
})
