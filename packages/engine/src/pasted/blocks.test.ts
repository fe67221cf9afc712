import { expect, it } from 'vitest'
import { blocksOf } from './blocks.ts'

const REFUSED = 'pods is forbidden: User "bob" cannot list resource "pods" in API group "" in the namespace "a"'

it.each([1, 3, 2000])('a log whose lines are parted by fences and comments is one block, parted %i times', (times) => {
  const [fence, comment, words] = ['```\n', '# then\n', 'words of it\n']
  const text = `${words}${`${fence}${REFUSED}\n${fence}${comment}${fence}${words}`.repeat(times)}${fence}${REFUSED}`
  const log = `${words}${`${REFUSED}\n${words}`.repeat(times)}${REFUSED}`
  expect(blocksOf(text)).toEqual([{ kind: 'cluster', text: log, line: 1 }])
})

it('what follows a log is a block of its own, with the comment before it', () => {
  expect(blocksOf(`${REFUSED}\n\`\`\`\nmore\n\`\`\`\n# mine\n\`\`\`\nkind: Role\n`)).toEqual([
    { kind: 'cluster', text: `${REFUSED}\nmore\n`, line: 1 },
    { kind: 'yaml', text: '# mine\nkind: Role\n', line: 5 },
  ])
})
