import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The colours that a style sheet declares, by the names of the playground. */
function colours(path: string): ReadonlyMap<string, string> {
  const css = readFileSync(new URL(path, import.meta.url), 'utf8')
  return new Map(
    [...css.matchAll(/^ +--([a-z-]+):[^;]*?(light-dark\(#\w+, #\w+\))/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
}

it('has the colours of the playground', () => {
  const own = colours('./tokens.css')
  const playground = colours('../../../../app/src/ui/tokens.css')
  expect(own.size).toBeGreaterThan(15)
  for (const [name, value] of own) expect([name, playground.get(name)]).toEqual([name, value])
})

it('lets a page set each of them', () => {
  const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
  for (const name of colours('./tokens.css').keys()) expect(css).toContain(`--${name}: var(--authz-${name}, `)
})
