import { ARGUMENTS, type Argument, settledRows } from '@authz-playground/examples/arguments'
import { expect, it } from 'vitest'
import { claimMarkdown } from './claim-markdown.ts'

const argument = ARGUMENTS.find(({ id }) => id === 'app-sa-of-production') as Argument

it('has a link for each request, the checks of the impersonation, and each policy once', async () => {
  const text = await claimMarkdown(argument, settledRows(argument), [], '#claim', async ({ name }) => `#z1/${name}`)
  expect(text).toMatch(/^\*\*\[The page’s rules let the deputy be app-sa of production\]\(#claim\)\*\*/)
  expect(text).toContain('| [with the page’s rules](#z1/printed) | constrained | 403 | 3 |')
  expect(text).toContain('| [with the identity granted in `production`](#z1/mended) | constrained | 200 | 2 |')
  expect(text).toContain('<details><summary>The 2 policies</summary>')
  expect(text.match(/```yaml\n/g)).toHaveLength(2)
})
