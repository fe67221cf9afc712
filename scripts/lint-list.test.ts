import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPolicy } from '@authz-playground/engine'
import { pageOf } from '@authz-playground/engine/internal/lint'
import { LINT_RULES, lintPolicy } from '@authz-playground/engine/policy'
import { describe, expect, it } from 'vitest'
import { root } from './files.mjs'
import { lintLists } from './lint-list.ts'

function example(page: string, heading: 'Bad' | 'Good'): string {
  const found = new RegExp(`\n## ${heading}\n\n\`\`\`yaml\n([^]*?)\`\`\`\n`).exec(page)?.[1]
  if (found === undefined) throw new Error(`no example under ${heading}`)
  return found
}

function rulesIn(text: string): readonly string[] {
  const policy = readPolicy(text)
  const refused = policy.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)
  expect(refused).toEqual([])
  return [...new Set(lintPolicy(policy).map(({ code }) => code))]
}

describe.each(LINT_RULES)('the page about $name', ({ name, severity }) => {
  const page = readFileSync(join(root, pageOf(name)), 'utf8')

  it('has the name, the severity and how to silence it', () => {
    expect(page).toMatch(new RegExp(`^# ${name}\n`))
    expect(page.replace(/\s+/g, ' ')).toContain(` A ${severity}. `)
    expect(page).toContain(name === 'unused-ignore' ? '--rule unused-ignore=off' : `# lint:ignore ${name} `)
  })

  it('writes a star between backticks, where no formatter takes it for emphasis', () => {
    const prose = page.replace(/```[\s\S]*?```|`[^`]*`/g, '')
    expect(prose).not.toMatch(/\*|“_”/)
  })

  it('has a bad example with this finding alone, and a good one without findings', () => {
    expect(rulesIn(example(page, 'Bad'))).toEqual([name])
    expect(rulesIn(example(page, 'Good'))).toEqual([])
  })
})

it.each(lintLists())('$file lists every rule; else run `pnpm docs:lint`', ({ file, text }) => {
  expect(readFileSync(file, 'utf8')).toBe(text)
})

it('every page is about a rule', () => {
  const pages = LINT_RULES.map(({ name }) => `${name}.md`)
  expect(readdirSync(join(root, 'docs/lint')).sort()).toEqual(['README.md', ...pages].sort())
})
