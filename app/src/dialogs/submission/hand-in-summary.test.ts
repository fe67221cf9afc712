import type { Course, HandIn } from '@authz-playground/engine/documents'
import { expect, it } from 'vitest'
import { stateInWords, summaryOf } from './hand-in-summary.ts'

const course = {
  lessons: [
    { id: 'first', title: 'A first Role' },
    { id: 'second', title: 'Two subjects' },
    { id: 'third', title: 'Three rules' },
  ],
} as unknown as Course

const handIn: Pick<HandIn, 'lessons'> = {
  lessons: new Map([
    ['third', { policy: '# mine', hints: 2, solution: true }],
    ['first', { done: true, policy: '# done', hints: 1 }],
    ['gone', { done: true }],
  ]),
}

it('a hand-in is told lesson by lesson, in the order of the course', () => {
  expect(summaryOf(handIn, course).map((one) => `${one.title}: ${stateInWords(one)}`)).toEqual([
    'A first Role: done, 1 hint',
    'Two subjects: not begun',
    'Three rules: begun, 2 hints, solution seen',
    'gone: done',
  ])
})

it('the lessons of a course that is not known have their ids', () => {
  expect(summaryOf(handIn, undefined).map(({ title }) => title)).toEqual(['third', 'first', 'gone'])
})
