/* Scans a barcode with the camera. Typing the digits always works. */
(async () => {
  const button = document.getElementById('scan');
  if (button === null) return;
  /** As the browser's own detector names them. */
  const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf'];
  /** As long as the barcodes of foods are. */
  const BARCODE = /^(?:\d{8}|\d{12,14})$/;
  /** Often enough to feel immediate, rarely enough for an old phone. */
  const LOOK_EVERY_MS = 150;
  /** Bars are readable at this width; more only takes time. */
  const MAX_WIDTH = 1280;

  const said = JSON.parse(document.getElementById('search').dataset.words);
  const dialog = document.getElementById('camera');
  const view = document.getElementById('camera-view');
  const words = document.getElementById('camera-words');
  const camera = navigator.mediaDevices;
  let read = null;
  let timer = 0;
  let seen = '';

  // Browsers offer no camera to a page that came over http; on a phone, which has one, the dialog says what to do.
  const isPhone = matchMedia('(pointer: coarse)').matches;
  if (!isPhone && !(await hasCamera())) return;
  button.hidden = false;
  button.addEventListener('click', open);
  document.getElementById('camera-close').addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', stop);

  async function hasCamera() {
    const devices = (await camera?.enumerateDevices().catch(() => [])) ?? [];
    return devices.some(({ kind }) => kind === 'videoinput');
  }

  async function open() {
    words.textContent = '';
    dialog.classList.toggle('without-camera', camera === undefined);
    dialog.showModal();
    if (camera === undefined) return;
    try {
      const video = { facingMode: 'environment', width: { ideal: MAX_WIDTH } };
      const stream = await camera.getUserMedia({ video });
      view.srcObject = stream;
      if (!dialog.open) return stop();
      await view.play();
    } catch {
      words.textContent = said.cameraMissing;
      return;
    }
    seen = '';
    look();
  }

  async function look() {
    if (!dialog.open) return;
    try {
      read ??= (await ownReader()) ?? loadReader();
      const found = await read();
      // A blurred picture may be misread once, but hardly twice in the same way.
      if (found !== null && found === seen && BARCODE.test(found)) return take(found);
      seen = found;
    } catch {
      words.textContent = said.readerMissing;
      return;
    }
    timer = setTimeout(look, LOOK_EVERY_MS);
  }

  function take(code) {
    if (!dialog.open) return;
    dialog.close();
    const box = document.getElementById('q');
    box.value = code;
    document.getElementById('search').dispatchEvent(new Event('larder-ask'));
  }

  /** The browser's own detector; null where there is none, or it cannot read the barcodes of foods. */
  async function ownReader() {
    const supported = (await window.BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
    if (!supported.includes('ean_13')) return null;
    const detector = new window.BarcodeDetector({
      formats: FORMATS.filter((format) => supported.includes(format)),
    });
    return async () => {
      try {
        return (await detector.detect(view))[0]?.rawValue ?? null;
      } catch {
        // Some phones promise a detector that they do not have.
        read = loadReader();
        return null;
      }
    };
  }

  /** A decoder in a thread of its own, loaded for the first scan. */
  function loadReader() {
    const reader = new Worker(button.dataset.reader);
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d', { willReadFrequently: true });
    return () =>
      new Promise((resolve, reject) => {
        reader.onmessage = ({ data }) => resolve(data);
        reader.onerror = () => {
          read = null;
          reject(new Error('the decoder did not load'));
        };
        const scale = Math.min(1, MAX_WIDTH / view.videoWidth);
        canvas.width = view.videoWidth * scale;
        canvas.height = view.videoHeight * scale;
        context.drawImage(view, 0, 0, canvas.width, canvas.height);
        const picture = context.getImageData(0, 0, canvas.width, canvas.height);
        reader.postMessage(picture, [picture.data.buffer]);
      });
  }

  function stop() {
    clearTimeout(timer);
    for (const track of view.srcObject?.getTracks() ?? []) track.stop();
    view.srcObject = null;
  }
})();
