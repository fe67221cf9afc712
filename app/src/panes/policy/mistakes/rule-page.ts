/** The pages about the rules of the lint, by file: docs/lint/ is the one place for their words. */
const PAGES = import.meta.glob<string>('../../../../../docs/lint/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The page about a rule, in parts. */
export interface RulePage {
  /** Paragraphs, with Kubernetes nouns between backticks. */
  readonly why: readonly string[]
  /** Examples as YAML. */
  readonly bad: string
  readonly good: string
}

/** The page about a rule; undefined where there is none. */
export function rulePage(rule: string): RulePage | undefined {
  const text = PAGES[`../../../../../docs/lint/${rule}.md`]
  const why = text && /\n## Why\n\n([\s\S]*?)\n\n## Bad\n/.exec(text)?.[1]
  if (!why) return undefined
  return { why: why.split('\n\n').map(plain), bad: exampleIn(text, 'Bad'), good: exampleIn(text, 'Good') }
}

/** A paragraph in one line, with the words of its links alone. */
function plain(paragraph: string): string {
  return paragraph.replaceAll('\n', ' ').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
}

function exampleIn(text: string, heading: 'Bad' | 'Good'): string {
  return new RegExp(`\n## ${heading}\n\n\`\`\`yaml\n([\\s\\S]*?)\`\`\`\n`).exec(text)?.[1] ?? ''
}
