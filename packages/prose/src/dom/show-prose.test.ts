import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proseHtml } from '../html/index.ts'
import { readProse } from '../index.ts'
import { anyText, readMarkup, SAFE } from '../testing.ts'
import { showProse } from './index.ts'

/** The part of an element that is needed to show a text: no other way of making one is there. */
class FakeElement {
  readonly attributes = new Map<string, string>()
  children: readonly (FakeElement | string)[] = []
  readonly ownerDocument = { createElement: (tag: string) => new FakeElement(tag) }

  constructor(readonly tag: string) {}

  append(...children: readonly (FakeElement | string)[]): void {
    this.children = [...this.children, ...children]
  }

  replaceChildren(...children: readonly (FakeElement | string)[]): void {
    this.children = children
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value)
  }

  get all(): readonly FakeElement[] {
    return [this, ...this.children.flatMap((child) => (typeof child === 'string' ? [] : child.all))]
  }

  get text(): string {
    return this.children.map((child) => (typeof child === 'string' ? child : child.text)).join('')
  }
}

const FRAME = { heading: 3, playground: 'https://play.example/' } as const

function shown(text: string): FakeElement {
  const element = new FakeElement('div')
  element.append('what was there before')
  showProse(element as unknown as Element, readProse(text), FRAME)
  return element
}

describe('a text in an element', () => {
  it('is in place of what was there, with links that open in a new tab and say so', () => {
    const [, link] = shown('[a](https://a.example)').all.filter(({ tag }) => tag !== 'div')
    expect(link?.text).toBe('a')
    expect(Object.fromEntries(link?.attributes ?? [])).toEqual({
      href: 'https://a.example',
      target: '_blank',
      rel: 'noopener noreferrer',
      title: 'Opens in a new tab',
    })
  })

  it('has the elements, attributes and words of its HTML, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const [, ...elements] = shown(text).all
        const markup = readMarkup(proseHtml(readProse(text), FRAME))
        expect(elements.map(({ tag }) => tag)).toEqual(markup.tags)
        expect(elements.flatMap(({ attributes }) => attributes.get('href') ?? [])).toEqual(markup.addresses)
        for (const address of markup.addresses) expect(address).toMatch(SAFE)
        expect(shown(text).text.replace(/\s/g, '')).toBe(markup.text.replace(/\s/g, ''))
        const set = new Set(elements.flatMap(({ attributes }) => [...attributes.keys()]))
        for (const name of set) expect(['href', 'target', 'rel', 'title', 'start', 'scope', 'align']).toContain(name)
      }),
      { numRuns: 1_000 },
    )
  })
})
