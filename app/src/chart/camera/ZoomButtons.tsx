import { IconButton } from '../../ui/index.ts'
import { ZOOM_STEP } from './camera.ts'
import type { Camera } from './useCamera.ts'
import styles from './ZoomButtons.module.css'

interface ZoomButtonsProps {
  readonly camera: Pick<Camera, 'zoomBy' | 'fit'>
  /** Shows the part of a whole chart that its run used. */
  readonly onOnlyRun?: (() => void) | undefined
}

/** The buttons for the zoom. The page has them over the chart, so that its room does not depend on which there are. */
export function ZoomButtons({ camera, onOnlyRun }: ZoomButtonsProps) {
  return (
    <fieldset className={styles.zoom} aria-label="Zoom">
      <IconButton icon="minus" label="Zoom out" keys="-" onClick={() => camera.zoomBy(1 / ZOOM_STEP)} />
      <IconButton icon="plus" label="Zoom in" keys="+" onClick={() => camera.zoomBy(ZOOM_STEP)} />
      <IconButton icon="fit" label="Whole chart" keys="0" onClick={camera.fit} />
      {onOnlyRun && <IconButton icon="way" label="Only this request" onClick={onOnlyRun} />}
    </fieldset>
  )
}
