/* mex.h - the part of MATLAB's documented C interface for MEX files that gateways may use, for
 * check_matlab_link and check_windows. Prototypes as in MATLAB's manual: sizes of 64 bits without
 * sign, logicals of one byte. Not declared here: not documented, or only Octave's. With
 * NSD_INTERLEAVED as after mex -R2018a, otherwise as after mex -R2017b. */
#ifndef NSD_CHECK_MEX_H
#define NSD_CHECK_MEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mxArray_tag mxArray;
typedef size_t             mwSize;
typedef size_t             mwIndex;
typedef ptrdiff_t          mwSignedIndex;
typedef bool               mxLogical;
typedef uint16_t           mxChar;
typedef enum { mxREAL, mxCOMPLEX } mxComplexity;
typedef enum {
    mxUNKNOWN_CLASS,
    mxCELL_CLASS,
    mxSTRUCT_CLASS,
    mxLOGICAL_CLASS,
    mxCHAR_CLASS,
    mxVOID_CLASS,
    mxDOUBLE_CLASS,
    mxSINGLE_CLASS,
    mxINT8_CLASS,
    mxUINT8_CLASS,
    mxINT16_CLASS,
    mxUINT16_CLASS,
    mxINT32_CLASS,
    mxUINT32_CLASS,
    mxINT64_CLASS,
    mxUINT64_CLASS,
    mxFUNCTION_CLASS
} mxClassID;

/* memory */
void *mxMalloc(size_t);
void *mxCalloc(size_t, size_t);
void *mxRealloc(void *, size_t);
void  mxFree(void *);

/* arrays are made and ended */
mxArray *mxCreateDoubleMatrix(mwSize, mwSize, mxComplexity);
mxArray *mxCreateDoubleScalar(double);
mxArray *mxCreateNumericMatrix(mwSize, mwSize, mxClassID, mxComplexity);
mxArray *mxCreateNumericArray(mwSize, const mwSize *, mxClassID, mxComplexity);
mxArray *mxCreateLogicalScalar(mxLogical);
mxArray *mxCreateLogicalMatrix(mwSize, mwSize);
mxArray *mxCreateString(const char *);
mxArray *mxCreateCellMatrix(mwSize, mwSize);
mxArray *mxCreateStructMatrix(mwSize, mwSize, int, const char **);
mxArray *mxCreateSparse(mwSize, mwSize, mwSize, mxComplexity);
mxArray *mxDuplicateArray(const mxArray *);
void     mxDestroyArray(mxArray *);

/* what an array is */
mxClassID     mxGetClassID(const mxArray *);
const char   *mxGetClassName(const mxArray *);
bool          mxIsClass(const mxArray *, const char *);
bool          mxIsDouble(const mxArray *);
bool          mxIsSingle(const mxArray *);
bool          mxIsInt32(const mxArray *);
bool          mxIsNumeric(const mxArray *);
bool          mxIsComplex(const mxArray *);
bool          mxIsSparse(const mxArray *);
bool          mxIsStruct(const mxArray *);
bool          mxIsCell(const mxArray *);
bool          mxIsChar(const mxArray *);
bool          mxIsLogical(const mxArray *);
bool          mxIsEmpty(const mxArray *);
size_t        mxGetM(const mxArray *);
size_t        mxGetN(const mxArray *);
size_t        mxGetNumberOfElements(const mxArray *);
mwSize        mxGetNumberOfDimensions(const mxArray *);
const mwSize *mxGetDimensions(const mxArray *);
void          mxSetM(mxArray *, mwSize);
void          mxSetN(mxArray *, mwSize);

/* what it holds */
double     *mxGetPr(const mxArray *);
double      mxGetScalar(const mxArray *);
void       *mxGetData(const mxArray *);
mxLogical  *mxGetLogicals(const mxArray *);
int         mxGetString(const mxArray *, char *, mwSize);
char       *mxArrayToString(const mxArray *);
mwIndex    *mxGetIr(const mxArray *);
mwIndex    *mxGetJc(const mxArray *);
mwSize      mxGetNzmax(const mxArray *);
mxArray    *mxGetCell(const mxArray *, mwIndex);
void        mxSetCell(mxArray *, mwIndex, mxArray *);
mxArray    *mxGetField(const mxArray *, mwIndex, const char *);
mxArray    *mxGetFieldByNumber(const mxArray *, mwIndex, int);
const char *mxGetFieldNameByNumber(const mxArray *, int);
size_t      mxGetElementSize(const mxArray *);
int         mxGetFieldNumber(const mxArray *, const char *);
int         mxGetNumberOfFields(const mxArray *);
int         mxAddField(mxArray *, const char *);
void        mxSetField(mxArray *, mwIndex, const char *, mxArray *);
double      mxGetNaN(void);
double      mxGetInf(void);
double      mxGetEps(void);
#ifdef NSD_INTERLEAVED
double *mxGetDoubles(const mxArray *);
int     mxSetDoubles(mxArray *, double *);
#else
double *mxGetPi(const mxArray *);
void    mxSetPi(mxArray *, double *);
#endif

/* the interpreter */
void     mexFunction(int, mxArray *[], int, const mxArray *[]);
int      mexCallMATLAB(int, mxArray *[], int, mxArray *[], const char *);
mxArray *mexCallMATLABWithTrap(int, mxArray *[], int, mxArray *[], const char *);
int      mexEvalString(const char *);
int      mexPrintf(const char *, ...);
int      mexAtExit(void (*)(void));
void     mexMakeArrayPersistent(mxArray *);
void     mexMakeMemoryPersistent(void *);
void     mexErrMsgIdAndTxt(const char *, const char *, ...);
void     mexWarnMsgIdAndTxt(const char *, const char *, ...);

#endif
