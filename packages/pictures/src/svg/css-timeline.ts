import { COLOURS, type ColourName } from '../marks/colours.ts'
import type { PictureTheme } from './still.ts'

/** CSS declarations that hold from a time on, in ms. */
export interface Keyframe {
  readonly from: number
  readonly css: string
}

/** The animations of a picture, collected while it is drawn, and their style sheet. */
export interface CssTimeline {
  /**
   * A class for an element that looks like each keyframe in turn, and as it is drawn from the last one on; undefined
   * where it never changes.
   */
  holds(keyframes: readonly Keyframe[]): string | undefined
  /** A class for an element that also moves, from a time and for so long. The move ends in its drawn place. */
  moves(
    keyframes: readonly Keyframe[],
    move: { readonly from: number; readonly time: number; readonly css: string },
  ): string
  /**
   * The style sheet for a picture whose root has this selector. It plays once, on screens, unless the person asked for
   * less motion.
   */
  style(root: string, theme: PictureTheme): string
}

export function cssTimeline(): CssTimeline {
  const names = new Map<string, string>()
  const rulesOfFrames: string[] = []
  const rules = new Map<string, string>()
  const nameOf = (frames: string): string => {
    const known = names.get(frames)
    if (known !== undefined) return known
    const name = `k${names.size}`
    names.set(frames, name)
    rulesOfFrames.push(frames)
    return name
  }
  const classFor = (animations: readonly string[]): string => {
    const animation = animations.join(',')
    const known = rules.get(animation)
    if (known !== undefined) return known
    const name = `a${rules.size}`
    rules.set(animation, name)
    return name
  }
  const held = (frames: readonly Keyframe[]): readonly string[] => {
    const last = frames.at(-1)
    return frames.slice(0, -1).flatMap(({ from, css }, i) => {
      const to = frames[i + 1]?.from ?? from
      if (css === last?.css || to <= from) return []
      return [`${PREFIX}${nameOf(`from,to{${css}}`)} ${ms(to) - ms(from)}ms linear ${ms(from)}ms`]
    })
  }
  return {
    holds(frames) {
      const animations = held(merged(frames))
      return animations.length === 0 ? undefined : classFor(animations)
    },
    moves(frames, { from, time, css }) {
      return classFor([...held(merged(frames)), `${PREFIX}${nameOf(css)} ${ms(time)}ms linear ${ms(from)}ms`])
    },
    style(root, kept) {
      const own = `${root.slice(1)}-`
      const frames = rulesOfFrames.map((text, i) => `@keyframes ${own}k${i}{${text}}`)
      const classes = [...rules].map(
        ([animation, name]) => `${root} .${name}{animation:${animation.replaceAll(PREFIX, own)}}`,
      )
      const colours = (theme: 'light' | 'dark'): string =>
        (Object.keys(COLOURS) as ColourName[])
          .filter((name) => rulesOfFrames.some((text) => text.includes(`var(--${name})`)))
          .map((name) => `--${name}:${COLOURS[name][theme]}`)
          .join(';')
      return [
        '@media screen and (prefers-reduced-motion:no-preference){',
        `${root}{${colours(kept === 'dark' ? 'dark' : 'light')}}`,
        ...(kept === 'either' ? [`@media (prefers-color-scheme:dark){${root}{${colours('dark')}}}`] : []),
        ...frames,
        ...classes,
        '}',
      ].join('')
    },
  }
}

/** A placeholder for the name of the picture, which is known only after drawing. */
const PREFIX = '\u0001'

/** Joins consecutive keyframes with equal declarations. */
function merged(frames: readonly Keyframe[]): readonly Keyframe[] {
  return frames.filter(({ css }, i) => css !== frames[i - 1]?.css)
}

function ms(time: number): number {
  return Math.round(time)
}
