import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileName } from './save-file.ts'

it.each([
  ['The deputy lists pods as jane', 'the-deputy-lists-pods-as-jane.yaml'],
  ['  “Who?” (edited)', 'who-edited.yaml'],
  ['Größe ändern', 'größe-ändern.yaml'],
  ['権限', '権限.yaml'],
  ['../../etc/passwd', 'etc-passwd.yaml'],
  ['', 'scenario.yaml'],
  ['???', 'scenario.yaml'],
  ['CON', 'scenario-con.yaml'],
])('a scenario called %j is saved as %s', (title, name) => expect(fileName(title)).toBe(name))

it('a picture of it has the same name', () => {
  expect(fileName('Größe ändern', 'svg')).toBe('größe-ändern.svg')
})

it('is a name that every system takes, whatever the title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
      const name = fileName(title)
      expect(name).toMatch(/^[\p{L}\p{M}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.yaml$/u)
      expect([...name].length).toBeLessThanOrEqual(74)
    }),
  )
})
