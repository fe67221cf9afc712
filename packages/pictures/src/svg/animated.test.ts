import { plainText } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { asking } from '../playing/narration.ts'
import { animatedSvg } from './animated.ts'
import { storyOfInput } from './description.ts'
import { stillSvg } from './still.ts'
import { isWellFormed, pictured } from './testing.ts'

const ALLOWED = await pictured()
const MOVING = animatedSvg(ALLOWED)

/** The rules that play. */
function played(svg: string): string {
  const start = svg.indexOf('@media screen')
  if (start === -1) return ''
  let depth = 0
  for (let at = start; at < svg.length; at++) {
    if (svg[at] === '{') depth += 1
    if (svg[at] === '}' && --depth === 0) return svg.slice(start, at + 1)
  }
  return ''
}

/**
 * The visible markup of a picture where nothing is played, or after playing: without hidden parts, animations and
 * names.
 */
function atRest(svg: string): string {
  const id = / id="([^"]+)"/.exec(svg)?.[1] ?? ''
  return svg
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replaceAll(id, 'request')
    .replace(/<circle[^>]*visibility="hidden"[^>]*\/>/g, '')
    .replace(
      /<g class="a\d+" visibility="hidden"[^>]*>(?:(?!<\/?g).)*(?:<g[^>]*>(?:(?!<\/?g).)*<\/g>(?:(?!<\/?g).)*)*<\/g>/g,
      '',
    )
    .replace(/<g class="a\d+" visibility="hidden"[^>]*\/>/g, '')
    .replace(/ transform-origin="[^"]*"/g, '')
    .replace(/<g class="a\d+">((?:(?!<\/?g).)*(?:<g[^>]*>(?:(?!<\/?g).)*<\/g>(?:(?!<\/?g).)*)*)<\/g>/g, '$1')
    .replace(/ class="([^"]*)"/g, (_, names: string) => ` class="${names.replace(/\ba\d+\b/, '').trim()}"`)
    .replaceAll(' class=""', '')
    .replace(/<g>((?:(?!<\/?g).)*(?:<g[^>]*>(?:(?!<\/?g).)*<\/g>(?:(?!<\/?g).)*)*)<\/g>/g, '$1')
}

/** When each animation of a style sheet is over, in ms. */
const ends = (svg: string): readonly number[] =>
  [...played(svg).matchAll(/ (\d+)ms linear (\d+)ms/g)].map(([, time, from]) => Number(time) + Number(from))

describe('the picture that moves', () => {
  it('is the still picture at the end, and wherever nothing is played', async () => {
    const many = await pictured({
      request: `${'GET /api/v1/pods HTTP/1.1\nImpersonate-User: jane\n'}${'Impersonate-Group: devs\n'.repeat(3)}`,
    })
    for (const input of [ALLOWED, many, await pictured({ policy: '' })])
      expect(atRest(animatedSvg({ ...input, title: 'x' }))).toBe(atRest(stillSvg({ ...input, title: 'x' })))
  })

  it('is played on screens alone, for people who have not asked for less motion, and once', () => {
    const rest = MOVING.replace(played(MOVING), '')
    expect(played(MOVING)).toContain('@keyframes')
    expect(rest).not.toMatch(/@keyframes|animation/)
    expect(MOVING).not.toMatch(/infinite|<(script|animate|set|foreignObject)/)
  })

  it('is well formed, and the same text each time', async () => {
    expect(isWellFormed(MOVING)).toBe(true)
    expect(animatedSvg(await pictured())).toBe(MOVING)
  })

  it('says what every check asks while it asks it', () => {
    const story = storyOfInput(ALLOWED)
    const text = MOVING.replace(/<[^>]+>/g, '').replace(/\s+/g, '')
    for (const step of story.checkSteps) expect(text).toContain(plainText(asking(story, step)).replace(/\s+/g, ''))
  })

  it('has a token for the beginning and one for each edge that is taken', () => {
    const edges = ALLOWED.trace.steps.filter(({ edge }) => edge !== undefined).length
    expect(MOVING.match(/<circle/g)).toHaveLength(edges + 1)
  })

  it('takes as long as reading the checks does, and no longer than a minute, however many there are', async () => {
    const groups = Array.from({ length: 400 }, (_, i) => `Impersonate-Group: g${i}`).join('\n')
    const many = await pictured({
      request: `GET /api/v1/pods HTTP/1.1\nImpersonate-User: jane\n${groups}\n`,
      design: 'legacy',
    })
    const svg = animatedSvg(many)
    expect(Math.max(...ends(MOVING))).toBeGreaterThan(5000)
    expect(Math.max(...ends(svg))).toBeLessThanOrEqual(60_200)
    expect(svg.length).toBeLessThan(150_000)
  })

  it('follows its theme', () => {
    expect(played(MOVING)).toContain('--ground:#16181b')
    expect(animatedSvg(ALLOWED, 'light')).not.toContain('#16181b')
    expect(played(animatedSvg(ALLOWED, 'dark'))).not.toContain('#fcfcfa')
  })
})
