import type { Graph } from '@authz-playground/engine'
import { type GridRun, layOutQuestionGrid, type QuestionGrid, type Size } from '@authz-playground/pictures'
import { READABLE_ZOOMS } from './camera/camera.ts'

/**
 * The question grid for a pane. In a low one its columns are laid out for a larger one and drawn smaller, as far as their words can
 * be read, so that the end of the request is in view; cards scroll.
 */
export function gridFor(graph: Graph, run: GridRun | undefined, room: Size): QuestionGrid {
  const usual = layOutQuestionGrid(graph, run, room)
  if (usual.cards || usual.height <= room.height) return usual
  for (const zoom of READABLE_ZOOMS) {
    const larger = { width: Math.floor(room.width / zoom), height: Math.floor(room.height / zoom) }
    const grid = layOutQuestionGrid(graph, run, larger)
    if (grid.height <= larger.height) return grid
  }
  return usual
}
