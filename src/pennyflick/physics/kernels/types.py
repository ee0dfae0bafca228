"""Array types that kernels speak in."""

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Shorts = npt.NDArray[np.int32]
Smalls = npt.NDArray[np.int8]
Bools = npt.NDArray[np.bool_]
