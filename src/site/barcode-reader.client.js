/* Reads the barcode in a picture, in a thread of its own. ZXing and the address of its WebAssembly stand above. */
const FORMATS = ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF14'];
ZXingWASM.prepareZXingModule({ overrides: { locateFile: () => DECODER_PATH } });

self.onmessage = ({ data: picture }) => {
  ZXingWASM.readBarcodes(picture, { formats: FORMATS, maxNumberOfSymbols: 1 }).then(
    ([found]) => self.postMessage(found?.text ?? null),
    // Outside of a promise, so that the page gets an error event.
    (error) =>
      setTimeout(() => {
        throw error;
      }),
  );
};
