import { afterEach, expect, it } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import './tokens.css'
import './reset.css'
import { Words } from './Noun.tsx'
import { Prose } from './Prose.tsx'

afterEach(cleanup)

/** The lines of a text in a paragraph of some characters' width. */
async function linesOf(characters: number, words: React.ReactNode): Promise<readonly string[]> {
  const { container } = await render(
    <div style={{ inlineSize: `${characters}ch`, fontFamily: 'monospace' }}>{words}</div>,
  )
  const range = document.createRange()
  const lines = new Map<number, string>()
  const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    for (let at = 0; at < (node.textContent ?? '').length; at++) {
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { bottom, width } = range.getBoundingClientRect()
      if (width > 0) lines.set(bottom, (lines.get(bottom) ?? '') + node.textContent?.[at])
    }
  }
  return [...lines.values()].map((line) => line.trim())
}

it.each([18, 22, 26])('parts no flag and no short name at its hyphens, at %i characters', async (characters) => {
  const words = ['Say ', { code: '--authorization-mode' }, ' as kube-system has ', { code: 'jane-reads-pods' }, '.']
  const lines = await linesOf(characters + 4, <Words of={words} />)
  const [flag, name] = ['--authorization-mode', 'jane-reads-pods'].map((noun) =>
    lines.filter((line) => line.includes(noun)),
  )
  expect(flag).toHaveLength(1)
  expect(name).toHaveLength(1)
})

it('breaks a command between its words, also in a lesson', async () => {
  const command = 'kubectl get pods --all-namespaces --as=system:serviceaccount:production:deployer'
  const ofLesson = { blocks: [{ kind: 'paragraph' as const, words: [{ kind: 'code' as const, text: command }] }] }
  for (const words of [<Words key="words" of={[{ code: command }]} />, <Prose key="prose" of={ofLesson} />]) {
    const lines = await linesOf(30, words)
    expect(lines.join(' ').replaceAll(': ', ':')).toBe(command)
    expect(lines.some((line) => line.includes('--all-namespaces'))).toBe(true)
    await cleanup()
  }
})
