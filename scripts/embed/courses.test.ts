import { readCourse } from '@authz-playground/engine/documents'
import { expect, it } from 'vitest'
import { courseFiles } from './courses.ts'

it('writes every course of the playground as a file under its own id', () => {
  const files = courseFiles()
  expect(files.map(({ name }) => name)).toContain('rbac-from-nothing')
  for (const { name, text } of files) {
    const { course, diagnostics } = readCourse(text)
    expect(diagnostics).toEqual([])
    expect(course?.id).toBe(name)
  }
})
