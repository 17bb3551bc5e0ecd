// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The vault that holds the float of one chain: payments
/// @notice Deposits arrive here. Payouts and refunds leave from here, each id at most once and each token within its cap.
/// Payers decide who is paid, and hold nothing but gas. `ICausewayVaultOwner` has the functions of the owner and the guardian.
interface ICausewayVault {
    /// @notice One payment to make.
    /// @param id The id of the payment. The payer chooses it.
    /// @param token The token to pay in, or the zero address for the chain's native token.
    /// @param to The recipient.
    /// @param amount The amount for the recipient, in the token's smallest unit.
    struct Payment {
        bytes32 id;
        address token;
        address to;
        uint256 amount;
    }

    /// @notice The most that payers can spend of one token. Zero means that they cannot spend it.
    /// @param perPayment The most in one payment.
    /// @param perWindow The most in any period of `window` seconds.
    struct Cap {
        uint112 perPayment;
        uint112 perWindow;
    }

    /// @notice `to` received exactly `amount` of `token` for `id`. `payer` is the account that asked for it.
    /// `payWithGas` emits two: the first for its token, the second for the native token.
    event Paid(address indexed payer, bytes32 indexed id, address indexed to, address token, uint256 amount);

    /// @notice The vault has already paid this id. Its `Paid` event shows the payment.
    error AlreadyPaid(bytes32 id);

    /// @notice This account may not call the function.
    error Unauthorized(address account);

    /// @notice The guardian or the owner paused the payments, and the owner's actions.
    error PaymentsPaused();

    /// @notice The recipient is the zero address or the vault.
    error BadRecipient(address to);

    /// @notice The amount is zero.
    error ZeroAmount();

    /// @notice `payWithGas` paid in the native token. One payment of the sum is the same.
    error GasNeedsToken();

    /// @notice The amount is above the token's cap per payment. The cap is zero for a token that the vault does not pay.
    error AbovePaymentCap(address token, uint256 amount, uint256 cap);

    /// @notice The payment would take more than the window still allows.
    error AboveWindowCap(address token, uint256 amount, uint256 spendable);

    /// @notice The vault has less than the amount.
    error InsufficientBalance(address token, uint256 amount, uint256 balance);

    /// @notice The vault's balance did not fall, or the recipient's did not rise, by exactly the amount.
    error WrongAmountMoved(uint256 expected, uint256 sent, uint256 received);

    /// @notice The recipient refused the native token.
    error NativeTransferFailed();

    /// @notice The gas limit does not allow the next payment of the batch.
    error NotEnoughGas();

    /// @notice Accepts the native token: deposits and the float. Every account may send it.
    receive() external payable;

    /// @notice Makes one payment or reverts. Only a payer can call it.
    /// @param id The id of the payment.
    /// @param token An ERC-20 with a cap, or the zero address for the native token.
    /// @param to The recipient. It must accept the native token within 100,000 gas.
    /// @param amount The amount for the recipient.
    function pay(bytes32 id, address token, address to, uint256 amount) external;

    /// @notice Makes one payment together with an amount of the native token, or reverts. Only a payer can call it.
    /// @param id The id of both. A later payment of the id fails.
    /// @param token An ERC-20 with a cap.
    /// @param to The recipient of both. It must accept the native token within 100,000 gas.
    /// @param amount The amount of the token.
    /// @param gas The amount of the native token. It needs a cap too, and counts against it.
    function payWithGas(bytes32 id, address token, address to, uint256 amount, uint256 gas) external;

    /// @notice Makes many payments. A failed payment changes nothing and does not stop the others. Only a payer can call it.
    /// @dev Each payment gets 500,000 gas. The batch reverts if the gas limit does not allow that. So `false` always means
    /// that the payment failed, and a gas estimate cannot find a lower limit that skips payments.
    /// @param payments The payments.
    /// @return paid For each payment, whether this call made it.
    function payBatch(Payment[] calldata payments) external returns (bool[] memory paid);

    /// @notice Whether the vault has paid the id.
    function isPaid(bytes32 id) external view returns (bool);

    /// @notice For each of the ids, whether the vault has paid it.
    function arePaid(bytes32[] calldata ids) external view returns (bool[] memory paid);

    /// @notice Whether the account may pay.
    function isPayer(address account) external view returns (bool);

    /// @notice Whether payments and the owner's actions are paused.
    function paused() external view returns (bool);

    /// @notice The length of the rolling window, in seconds.
    function window() external view returns (uint256);

    /// @notice The most that payers can spend of the token.
    function capOf(address token) external view returns (Cap memory);

    /// @notice The amount that the window still allows now. It does not consider the cap per payment, a pause or the balance.
    function spendable(address token) external view returns (uint256);
}
