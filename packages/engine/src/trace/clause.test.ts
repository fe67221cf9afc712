import { expect, it } from 'vitest'
import { clause } from './clause.ts'

it('marks the nouns of a clause', () => {
  expect(clause`the requestor holds ${'impersonate:node'} here`).toEqual([
    'the requestor holds ',
    { code: 'impersonate:node' },
    ' here',
  ])
  expect(clause`${'jane'} is ${'no node'}`).toEqual([{ code: 'jane' }, ' is ', { code: 'no node' }])
})

it('takes in rich text as it is', () => {
  const who = clause`user ${'jane'}`
  expect(clause`${who} is ${['no node']}.`).toEqual(['user ', { code: 'jane' }, ' is ', 'no node', '.'])
})

it('keeps a noun that is empty, and a clause without nouns', () => {
  expect(clause`the extra names ${''}`).toEqual(['the extra names ', { code: '' }])
  expect(clause`nobody is asked`).toEqual(['nobody is asked'])
})
