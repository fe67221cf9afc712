import type { Design } from '@authz-playground/engine'
import { refusalLines } from '@authz-playground/engine/questions'
import { mermaidWithPath } from '@authz-playground/engine/report'
import { animatedSvg, layOutPicture, type PictureInput, stillSvg } from '@authz-playground/pictures'
import { htmlPage, liveElement, staticHtml } from '@authz-playground/pictures/html'
import { printMarkdown } from '../data-output.ts'
import type { AnsweredRequest } from '../decision.ts'
import type { World } from '../world.ts'
import { lessonForm } from './lesson.ts'
import { rasterizer } from './png.ts'
import type { RenderSubject } from './subject.ts'

/** The options of a form. */
export interface RenderOptions {
  readonly theme: 'light' | 'dark'
  /** Pixels of the PNG per pixel of the picture. */
  readonly scale: number
  readonly standalone: boolean
  /** The address of an image that HTML shows instead of the picture. */
  readonly image?: string
  /** The address of the module that makes HTML interactive. */
  readonly module?: string
}

/** A form in which a scenario is rendered. */
export interface Form {
  readonly extension: string
  /** Whether several may follow one another in one stream. */
  readonly joins?: true
  readonly binary?: true
  readonly make: (
    subject: RenderSubject,
    options: RenderOptions,
    world: World,
  ) => string | Uint8Array | Promise<string | Uint8Array>
}

export const RENDER_FORMS = {
  svg: { extension: '.svg', make: (subject) => stillSvg(pictured(subject)) },
  'animated-svg': { extension: '.animated.svg', make: (subject) => animatedSvg(pictured(subject)) },
  png: {
    extension: '.png',
    binary: true,
    make: async (subject, { theme, scale }, world) => {
      const draw = await rasterizer(world)
      return draw(stillSvg(pictured(subject), theme), scale)
    },
  },
  mermaid: {
    extension: '.mmd',
    make: ({ answered: { design, trace } }) => `${mermaidWithPath(design.graph, trace.steps).trimEnd()}\n`,
  },
  markdown: {
    extension: '.md',
    joins: true,
    make: ({ file, document: { title }, answered }) => {
      const answers = [{ ...answered, placeOf: besideIts(file.name, answered.placeOf) }]
      return printMarkdown({ name: file.name, title, answers, problems: [] }, true)
    },
  },
  html: {
    extension: '.html',
    joins: true,
    make: (subject, { standalone, module, image }) => {
      const { document, answered, lesson } = subject
      const explanation = answered.explanation()
      const refusal = explanation && refusalLines(explanation, '')
      const input = {
        ...pictured(subject),
        document,
        ...(refusal && { refusal }),
        ...(image !== undefined && { image }),
      }
      const element =
        lesson === undefined ? liveElement(document, staticHtml(input)) : lessonForm(lesson, input, homeOf(module))
      return standalone ? htmlPage(document.title || 'Authorization playground', element, module) : element
    },
  },
} as const satisfies Readonly<Record<string, Form>>

export type FormName = keyof typeof RENDER_FORMS

/** The playground whose module a page loads: that is `embed/authz-playground.js` in it. */
function homeOf(module: string | undefined): string | undefined {
  return module !== undefined && URL.canParse(module) ? new URL('../', module).href : undefined
}

/** Places without the folder of the file on this machine, so that they are the same everywhere. */
function besideIts(name: string, placeOf: AnsweredRequest['placeOf']): AnsweredRequest['placeOf'] {
  const folder = name.slice(0, name.search(/[^\\/]*$/))
  return (place) => {
    const printed = placeOf(place)
    return printed.startsWith(folder) ? printed.slice(folder.length) : printed
  }
}

/** The input of a picture. */
function pictured({ document: { title }, answered }: RenderSubject): PictureInput & { readonly design: Design } {
  const { design, trace, request } = answered
  return { design, trace, request, chart: layOutPicture(design.graph, trace.steps), ...(title !== '' && { title }) }
}
