import { expect, test } from 'vitest'
import { linesOfPaste } from './rows-paste.ts'

test('a pasted list has an entry for each line, whatever its line ends', () => {
  expect(linesOfPaste('dev\r\n  ops\n\n\tsystem:masters \r')).toEqual(['dev', 'ops', 'system:masters'])
})

test('a name stays one entry, blanks inside and all', () => {
  expect(linesOfPaste('my team')).toEqual(['my team'])
})

test('an entry may come twice', () => {
  expect(linesOfPaste('dev\ndev')).toEqual(['dev', 'dev'])
})
