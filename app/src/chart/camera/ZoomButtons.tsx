import { IconButton } from '../../ui/index.ts'
import { ZOOM_STEP } from './camera.ts'
import type { Camera } from './useCamera.ts'
import styles from './ZoomButtons.module.css'

export function ZoomButtons({ camera }: { readonly camera: Pick<Camera, 'zoomBy' | 'fit'> }) {
  return (
    <fieldset className={styles.zoom} aria-label="Zoom">
      <IconButton icon="minus" label="Zoom out" keys="-" onClick={() => camera.zoomBy(1 / ZOOM_STEP)} />
      <IconButton icon="plus" label="Zoom in" keys="+" onClick={() => camera.zoomBy(ZOOM_STEP)} />
      <IconButton icon="fit" label="Whole chart" keys="0" onClick={camera.fit} />
    </fieldset>
  )
}
