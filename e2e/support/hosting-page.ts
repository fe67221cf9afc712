import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/files.mjs'

/** docs/hosting.md, which tests compare with the site. */
const page = readFileSync(join(root, 'docs', 'hosting.md'), 'utf8')

/** The code blocks of a language, in their order. */
export function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code)
}

/** Headers by the pattern of a path, as a file `_headers` has them. */
export function headerRules(text: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const rules = text.split(/^(?=\/)/m).map((rule) => {
    const [pattern = '', ...lines] = rule.trimEnd().split('\n')
    const headers = lines.map((line) => /^ {2}([\w-]+): (.+)$/.exec(line)?.slice(1) ?? [line, ''])
    return [pattern, Object.fromEntries(headers)] as const
  })
  return Object.fromEntries(rules)
}
