/* Scans a barcode with the camera where the browser supports it; typing always works. */
(async () => {
  const button = document.getElementById('scan');
  if (button === null || !('BarcodeDetector' in window) || !navigator.mediaDevices?.getUserMedia) return;
  const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf'];
  /** Often enough to feel immediate, rarely enough for an old phone. */
  const LOOK_EVERY_MS = 150;
  const supported = await window.BarcodeDetector.getSupportedFormats();
  const formats = FORMATS.filter((format) => supported.includes(format));
  if (formats.length === 0) return;

  const said = JSON.parse(document.getElementById('search').dataset.words);
  const dialog = document.getElementById('camera');
  const view = document.getElementById('camera-view');
  const words = document.getElementById('camera-words');
  const detector = new window.BarcodeDetector({ formats });
  let timer = 0;

  button.hidden = false;
  button.addEventListener('click', open);
  document.getElementById('camera-close').addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', stop);

  async function open() {
    words.textContent = '';
    dialog.showModal();
    try {
      view.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      await view.play();
      timer = setTimeout(look, LOOK_EVERY_MS);
    } catch {
      words.textContent = said.cameraMissing;
    }
  }

  async function look() {
    if (!dialog.open) return;
    const [found] = await detector.detect(view).catch(() => []);
    if (found === undefined) {
      timer = setTimeout(look, LOOK_EVERY_MS);
      return;
    }
    dialog.close();
    const box = document.getElementById('q');
    box.value = found.rawValue;
    box.focus();
    document.getElementById('search').dispatchEvent(new Event('larder-ask'));
  }

  function stop() {
    clearTimeout(timer);
    for (const track of view.srcObject?.getTracks() ?? []) track.stop();
    view.srcObject = null;
  }
})();
