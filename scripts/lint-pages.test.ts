import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPolicy } from '@authz-playground/engine'
import { isRuleName, LINT_RULES, lintPolicy, pageOf, type RuleName } from '@authz-playground/engine/lint'
import { describe, expect, it } from 'vitest'
import { root } from './files.mjs'

const NAMES = Object.keys(LINT_RULES).filter(isRuleName)

function pageText(rule: RuleName): string {
  return readFileSync(join(root, pageOf(rule)), 'utf8')
}

function example(page: string, heading: 'Bad' | 'Good'): string {
  const found = new RegExp(`\n## ${heading}\n\n\`\`\`yaml\n([^]*?)\`\`\`\n`).exec(page)?.[1]
  if (found === undefined) throw new Error(`no example under ${heading}`)
  return found
}

function rulesIn(text: string): readonly RuleName[] {
  const policy = readPolicy(text)
  const refused = policy.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)
  expect(refused).toEqual([])
  return [...new Set(lintPolicy(policy).map(({ code }) => code))]
}

describe.each(NAMES)('the page about %s', (rule) => {
  const page = pageText(rule)

  it('has the name, the severity and how to silence it', () => {
    expect(page).toMatch(new RegExp(`^# ${rule}\n`))
    expect(page.replace(/\s+/g, ' ')).toContain(` A ${LINT_RULES[rule].severity}. `)
    expect(page).toContain(rule === 'unused-ignore' ? '--rule unused-ignore=off' : `# lint:ignore ${rule} `)
  })

  it('has a bad example with this finding alone, and a good one without findings', () => {
    expect(rulesIn(example(page, 'Bad'))).toEqual([rule])
    expect(rulesIn(example(page, 'Good'))).toEqual([])
  })
})

describe('the index', () => {
  const index = readFileSync(join(root, 'docs/lint/README.md'), 'utf8')

  it('lists every rule with its sentence, and every page is about one', () => {
    const rows = [...index.matchAll(/^\| \[([a-z-]+)\]\(([a-z-]+)\.md\) *\| ([a-z]+) *\| (.*?) *\|$/gm)].map(
      ([, name, file, severity, summary]) => [name, file, severity, summary],
    )
    expect(rows).toEqual(NAMES.map((name) => [name, name, LINT_RULES[name].severity, LINT_RULES[name].summary]))
    const files = readdirSync(join(root, 'docs/lint')).sort()
    expect(files).toEqual(['README.md', ...NAMES.map((name) => `${name}.md`)].sort())
  })
})
